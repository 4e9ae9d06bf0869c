import { defineFeature } from '#server/shop/feature.ts'
import { importCalls } from '../calls.ts'
import { importCommands } from './commands.ts'
import { ofPeople } from './person-hooks.ts'
import { importRoutes } from './routes.ts'
import { startImporting } from './run-import.ts'

/** Products, orders and reviews from the files of other shops. */
export const imports = defineFeature({
  name: 'imports',
  calls: importCalls,
  sections: { imports: 'Products that move in from another shop' },
  context: ({ env }) => ({ importHosts: env.IMPORT_HOSTS ?? [] }),
  routes: [importRoutes],
  jobs: [startImporting],
  people: ofPeople,
  commands: importCommands,
})
