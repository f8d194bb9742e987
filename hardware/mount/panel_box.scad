// The panel's lower part: floor, walls, corner posts for the face, posts for the perfboard, a notch for the cable.
include <shapes.scad>

w = print_wall;
high = w + panel_inside;
post = 11;
cable = 54;

module outline() {
    rounded([panel_width, panel_depth], 6);
}

module perfboard_posts() {
    translate(perfboard_at) for (x = [-1, 1], y = [-1, 1])
        translate([x * perfboard_holes[0] / 2, y * perfboard_holes[1] / 2]) children();
}

module wall() {
    difference() {
        outline();
        difference() {
            translate([w, w]) square([panel_width - 2 * w, panel_depth - 2 * w]);
            for (x = [0, panel_width - post], y = [0, panel_depth - post]) translate([x, y]) square(post);
        }
        for (x = [panel_corner, panel_width - panel_corner], y = [panel_corner, panel_depth - panel_corner])
            translate([x, y]) hole(screw_m3_tap);
        children();
    }
}

layer(0, w) difference() {
    outline();
    perfboard_posts() hole(screw_m2_tap);
}
layer(w, w + perfboard_post) perfboard_posts() difference() {
    circle(d = 6, $fn = small);
    hole(screw_m2_tap);
}
layer(w, high - 8) wall();
layer(high - 8, high) wall() translate([(panel_width - cable) / 2, panel_depth - w - 1]) square([cable, w + 2]);
