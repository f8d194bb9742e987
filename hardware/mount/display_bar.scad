// Presses the display's board into its rim, over a strip of foam.
include <display.scad>

layer(0, panel_bar) difference() {
    translate([-apart / 2 - 5, -5]) rounded([apart + 10, 10], 4);
    for (x = [-1, 1]) translate([x * apart / 2, 0]) hole(screw_m2_5);
}
