import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Redocly's recommended rules, and further promises of this API. */
const RULES = {
  'operation-operationId': 'error',
  'operation-tag-defined': 'error',
  'rule/operation-ids-are-camel-case': {
    subject: { type: 'Operation', property: 'operationId' },
    assertions: { casing: 'camelCase' },
    message: 'An operationId is a verb in camel case.',
  },
  'rule/operations-have-a-tag': {
    subject: { type: 'Operation', property: 'tags' },
    assertions: { defined: true, minLength: 1 },
    message: 'Every operation has a tag.',
  },
  'rule/responses-are-described': {
    subject: { type: 'Response', property: 'description' },
    assertions: { nonEmpty: true, notPattern: '/^Default Response$/' },
    message: 'Every response has a description of its own.',
  },
} as const

/**
 * Lints an OpenAPI document, given as JSON, and returns one line for each problem, warnings included. Makes no network
 * calls.
 */
export async function openApiProblems(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES })
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${location[0]?.pointer ?? '#'}: ${message} (${ruleId})`)
}
