import { lazy, Suspense, useEffect } from 'react'
import { RequireAdmin } from '#web/admin/frame/RequireAdmin.tsx'
import { startDeskApp } from '#web/admin/lib/desk-app.ts'
import { ADMIN } from '#web/texts/admin.ts'
import { Head } from '#web/ui/Head.tsx'

/** Its many files are named in this small one, and only admins load them. */
const AdminArea = lazy(() => import('./AdminArea.tsx'))

/** The admin area, for admins alone. */
export default function AdminPage() {
  useEffect(startDeskApp, [])
  return (
    <RequireAdmin>
      <Head title={ADMIN.title} noIndex />
      <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
        <AdminArea />
      </Suspense>
    </RequireAdmin>
  )
}
