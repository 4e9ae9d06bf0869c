import type { ClosedNow } from '#contract/shop-info.ts'
import { closedNotice } from '#contract/time-off.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Link } from '#web/ui/Link.tsx'

const LINE = 'block px-5 py-2.5 text-center text-sm font-medium text-balance break-words'

/** Above every page: time off, and the seller's notice while its days last. */
export function NoticeBar() {
  const { notice, closed } = useShop()
  if (!notice && !closed) return null
  return (
    <aside aria-label={LAYOUT.notice} className="band">
      {closed && <ClosedLine closed={closed} />}
      {notice?.path && (
        <Link to={notice.path} className={LINE}>
          {notice.text}
        </Link>
      )}
      {notice && !notice.path && <p className={LINE}>{notice.text}</p>}
    </aside>
  )
}

/** That the seller is away, and when orders open again or ship. */
export const ClosedLine = ({ closed }: { closed: ClosedNow }) => <p className={LINE}>{closedNotice(closed)}</p>
