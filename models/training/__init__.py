"""How the shipped networks are trained, exported and checked. No part of the appliance."""
