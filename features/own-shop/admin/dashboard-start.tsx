import { useLocation } from 'react-router'
import type { DashboardStart } from '#web/admin/slots/admin-slots.ts'
import { ChecklistPanel, DemoPanel } from './OwnShopPanel.tsx'
import { useOwnShopQuery } from './ownShopApi.ts'
import { Published } from './Published.tsx'

/** On Today: that the shop is published, whether it is still the demo, and what is left to do in a new one. */
export const ownShopStart: DashboardStart = {
  useLoad() {
    const query = useOwnShopQuery(undefined, { refetchOnMountOrArgChange: true })
    return { error: query.error, refetch: query.refetch, isLoaded: query.data !== undefined }
  },
  Notice() {
    const { data: own } = useOwnShopQuery()
    const { state } = useLocation() as { state: { isPublished?: boolean } | null }
    return state?.isPublished && own && <Published hasAddress={own.tasks.hasAddress} />
  },
  Demo() {
    const { data: own } = useOwnShopQuery()
    return own && <DemoPanel own={own} />
  },
  Checklist({ hasSold }) {
    const { data: own } = useOwnShopQuery()
    return own && <ChecklistPanel own={own} hasSold={hasSold} />
  },
}
