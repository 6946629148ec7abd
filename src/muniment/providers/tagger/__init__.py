"""The model that tags claims, trained for this project on turns written for it."""
