// Which display is built in: display_kind = "sh1106" (1.3 inch) or "ssd1306" (0.96 inch).
include <shapes.scad>

display_kind = "sh1106";

large = display_kind == "sh1106";
board = large ? display_sh1106_board : display_ssd1306_board;
window = large ? display_sh1106_window : display_ssd1306_window;
window_up = large ? display_sh1106_window_up : display_ssd1306_window_up;
deep = large ? display_sh1106_thick : display_ssd1306_thick;
play = large ? display_sh1106_tolerance : display_ssd1306_tolerance;
rim = print_thinnest;
post = 9;
apart = board[0] + 2 * (play + rim) + post - 2;    // between the posts, which grow out of the rim
