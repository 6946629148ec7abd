"""Tell which entity a name stands for, by which path, and how it is spelled."""
