// The admin menus of the shop's own pages.
import { lazy, Suspense } from 'react'
import * as menus from '#web/admin/frame/AdminMenu.tsx'
import { ADMIN_LINKS } from './features.ts'

const SignOutQuestion = lazy(async () => ({
  default: (await import('#web/admin/orders/manual/SignOutQuestion.tsx')).SignOutQuestion,
}))

export const AdminMenu = () => (
  <>
    <menus.AdminMenu links={ADMIN_LINKS} />
    <Suspense>
      <SignOutQuestion />
    </Suspense>
  </>
)
export const SideAdmin = () => <menus.SideAdmin links={ADMIN_LINKS} />
