// Nothing is called: the module is linked for what it does when a program of tests starts.
