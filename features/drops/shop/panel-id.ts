/** The id of the element in which a drop's page says where the visitor stands. */
export const LINE_PANEL = 'line'
/** The id of the element for the clock of a turn. */
export const TURN_CLOCK = 'turn'
