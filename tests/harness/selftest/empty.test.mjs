/** Declares no test, which must be reported. */
