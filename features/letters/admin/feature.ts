import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU, SWITCH } from './menu-texts.ts'

export const lettersAdmin: AdminFeature = {
  screens: [
    { path: 'letters', load: () => import('./LetterListPage.tsx') },
    { path: 'letters/new', load: () => import('./NewLetterPage.tsx') },
    { path: 'letters/:id/edit', load: () => import('./LetterPage.tsx') },
  ],
  menu: [{ place: ['customers', 25], to: '/admin/letters', ...MENU.letters }],
  switches: [{ name: 'offersLetters', place: ['contact', 10], ...SWITCH }],
}
