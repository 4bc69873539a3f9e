#include "MillraceRuntime.h"
