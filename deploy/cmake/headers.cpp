// The precompiled header needs one source file to hang on.
