// Zod makes faster code from text where it may. The policy of our pages forbids that, and already the attempt is a
// violation that the browser reports. Imported before the first schema is made.
import { z } from 'zod'

if (!import.meta.env.SSR) z.config({ jitless: true })
