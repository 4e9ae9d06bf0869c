import type { MenuEntry } from '#web/admin/slots/admin-feature.ts'
import { MENU_ITEM, Menu } from '#web/shop/layout/Menu.tsx'
import { SideLink, SideSection } from '#web/shop/layout/SideLink.tsx'
import { ADMIN } from '#web/texts/admin.ts'
import { Link } from '#web/ui/Link.tsx'

type Props = { links: readonly MenuEntry[] }

/** The admin menu of the header. */
export const AdminMenu = ({ links }: Props) => (
  <Menu title={ADMIN.title} side="left">
    {links.map(
      ({ to, inShop }) =>
        inShop && (
          <li key={to}>
            <Link to={to} className={MENU_ITEM}>
              {inShop}
            </Link>
          </li>
        ),
    )}
  </Menu>
)

/** The admin links of the side menu. */
export const SideAdmin = ({ links }: Props) => (
  <SideSection title={ADMIN.title}>
    {links.map(({ to, inShop }) => inShop && <SideLink key={to} to={to} label={inShop} />)}
  </SideSection>
)
