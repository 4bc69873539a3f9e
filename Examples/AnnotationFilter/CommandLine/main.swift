print("annotation-filter")
