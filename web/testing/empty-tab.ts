// The setup of the tests that share a process: each begins in a tab that has stored nothing.
import { beforeEach } from 'vitest'

beforeEach(() => sessionStorage.clear())
