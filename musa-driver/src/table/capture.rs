//! Stream capture.

/// The rows of this area: see [`crate::table`].
#[doc(hidden)]
#[macro_export]
macro_rules! musa_functions_capture {
    ($consumer:path) => {
        $consumer! {
            capture
            muStreamBeginCapture | muStreamBeginCapture_v2 / muStreamBeginCapture_ptsz | muStreamBeginCapture_v2_ptsz(
                hStream: MUstream,
                mode: MUstreamCaptureMode,
            ) [initialised living fault]
                => refused::begin_capture;
            muStreamEndCapture / muStreamEndCapture_ptsz(hStream: MUstream, phGraph: Out<MUgraph>) [initialised living fault]
                first capture::clear_graph => capture::end;
            muStreamBeginCaptureToGraph(
                hStream: MUstream,
                hGraph: MUgraph,
                dependencies: Array<MUgraphNode>,
                dependencyData: Array<MUgraphEdgeData>,
                numDependencies: usize,
                mode: MUstreamCaptureMode,
            ) [initialised living fault]
                => refused::begin_capture_to_graph;
            muStreamGetCaptureInfo / muStreamGetCaptureInfo_ptsz(
                hStream: MUstream,
                captureStatus_out: Out<MUstreamCaptureStatus>,
                id_out: Out<u64>,
            ) [initialised living fault]
                => capture::info;
            muStreamGetCaptureInfo_v2 / muStreamGetCaptureInfo_v2_ptsz(
                hStream: MUstream,
                captureStatus_out: Out<MUstreamCaptureStatus>,
                id_out: Out<u64>,
                graph_out: Out<MUgraph>,
                dependencies_out: Out<Array<'static, MUgraphNode>>,
                numDependencies_out: Out<usize>,
            ) [initialised living fault]
                => capture::info_with_graph;
            muStreamIsCapturing / muStreamIsCapturing_ptsz(
                hStream: MUstream,
                captureStatus: Out<MUstreamCaptureStatus>,
            ) [initialised living fault]
                first early::stream_capturing => capture::is_capturing;
            muStreamUpdateCaptureDependencies / muStreamUpdateCaptureDependencies_ptsz(
                hStream: MUstream,
                dependencies: Array<MUgraphNode>,
                numDependencies: usize,
                flags: u32,
            ) [initialised living fault]
                => capture::update;
            muThreadExchangeStreamCaptureMode(mode: InOut<MUstreamCaptureMode>) [initialised]
                => capture::exchange_mode;
        }
    };
}
