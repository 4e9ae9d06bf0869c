// Circles of folders, which `npm run check` (the step `folders`) forbids. Tests may look anywhere.
import { options, TESTS } from './.dependency-cruiser.mjs'

/** Every folder may import these two, and .dependency-cruiser.mjs says what they may import. */
const GROUND = '^server/(env|errors)\\.ts$'

export default {
  forbidden: [{ name: 'no-folder-cycles', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: [...TESTS, GROUND] } },
}
