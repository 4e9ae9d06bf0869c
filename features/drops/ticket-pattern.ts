// Without schemas, which shoppers' scripts lack.

/** Pattern of a ticket: the id of its line, its number, and a signature. */
export const TICKET_PATTERN = /^[\da-f-]{36}\.[1-9]\d{0,9}\.[\w-]{43}$/
