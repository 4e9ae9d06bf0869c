/** Whether an axis is called after colors: its values are then the colors of the product. As `sum_up_choices` in SQL. */
export const isColorAxis = (axis: string) => /^colou?rs?$/i.test(axis.trim())
