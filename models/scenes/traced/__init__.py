"""The scenes path-traced: the same spec as `models.scenes.scene` draws, in simulated light."""
