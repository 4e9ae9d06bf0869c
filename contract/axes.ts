/** Whether an axis is called after colors: its values are then the colors of the product. As `sum_up_choices` in SQL. */
export const isColorAxis = (axis: string) => /^colou?rs?$/i.test(axis.trim())

/** The properties of schema.org and of product feeds by which choices differ, besides their color. */
const VARYING_PROPERTIES = ['size', 'material', 'pattern'] as const

/** The property that an axis is called after; undefined for one of another name. */
export const propertyOfAxis = (axis: string) =>
  isColorAxis(axis)
    ? 'color'
    : VARYING_PROPERTIES.find((property) => [property, `${property}s`].includes(axis.trim().toLowerCase()))
