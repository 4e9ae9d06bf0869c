// Ids of a list's elements, by which its script finds them (filter-form.ts).

export const FILTER_FORM = 'filters'
export const LIST_LINKS = 'list-links'
export const PIECES = 'pieces'
export const NEXT_PIECES = 'next-pieces'
