/* Facts of the public binary interface, checked while compiling. */
#ifndef FACTS_H
#define FACTS_H
#include <musa.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
#define STATIC_ASSERT static_assert
#else
#define STATIC_ASSERT _Static_assert
#endif
#define SIZE(type, bytes) STATIC_ASSERT(sizeof(type) == (bytes), #type " has another size");
#define AT(type, member, offset) STATIC_ASSERT(offsetof(type, member) == (offset), #type "." #member " stands elsewhere");
#define VALUE(name, number) STATIC_ASSERT((long long)(name) == (number), #name " has another value");
#endif
