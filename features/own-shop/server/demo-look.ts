/** The words of the demo's look, and the focus of its photos. */
export const DEMO_LOOK = {
  hero: {
    alt: 'Mugs, a glitter tumbler, a bow, a beaded bracelet and a walnut pen on a pale wooden table',
    focus: { x: 100, y: 50 },
  },
  line: 'Pens, cups, wine stoppers and bows from one kitchen table. When a piece is gone, the next one will be a little different.',
  story: { alt: 'The work table: clay, beads, thread, brushes and a half-made zinnia', focus: { x: 50, y: 50 } },
}
