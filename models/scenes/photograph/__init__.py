"""How a scene is photographed: the camera, its sensor, and the light."""
