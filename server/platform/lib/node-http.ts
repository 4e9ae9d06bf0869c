/** What the server uses of node:http. A module that imports it makes Node load its fetch client, 30 ms of a start. */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http')
