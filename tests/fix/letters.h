/* A format of which each letter is fixed in its own way: letters.c. */
#ifndef NAVLINT_TESTS_FIX_LETTERS_H
#define NAVLINT_TESTS_FIX_LETTERS_H

enum {
    LETTERS_OF_MANY = 80
}; /* bytes that the fix of an "m" changes, each in an edit of its own */

#endif
