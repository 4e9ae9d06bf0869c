import { expect, test } from 'vitest'
import { withLine } from './report.ts'

test('a row is replaced in its place, and a new one stands below the row before it', () => {
  const page = '| D1 | old |\n| D13 | old |\n\n## Next\n| G1 | old |\n'
  expect(withLine(page, 'D1', '| D1 | $1 new |')).toBe('| D1 | $1 new |\n| D13 | old |\n\n## Next\n| G1 | old |\n')
  const once = withLine(page, 'D14', '| D14 | new |')
  expect(withLine(once, 'D16', '| D16 | new |')).toBe(
    '| D1 | old |\n| D13 | old |\n| D14 | new |\n| D16 | new |\n\n## Next\n| G1 | old |\n',
  )
})
