import { expect, test } from 'vitest'
import { proveStart } from './start-proof.ts'

test.runIf(process.platform === 'linux')('a process without the settings of npm start is not measured', async () => {
  await expect(proveStart(process.pid)).rejects.toThrow(/expected 7 settings of npm start .*--max-semi-space-size=8/)
})
