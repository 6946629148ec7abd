"""Wire the rooms together: the only place where classes meet their concrete collaborators."""
