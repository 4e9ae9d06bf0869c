import { ADMIN } from '../../texts/admin.ts'
import { Link } from '../../ui/Link.tsx'
import { MENU_ITEM, Menu } from '../layout/Menu.tsx'
import { SideLink, SideSection } from '../layout/SideLink.tsx'
import { ADMIN_LINKS } from './links.ts'

/** The admin menu of the header. */
export const AdminMenu = () => (
  <Menu title={ADMIN.title} side="left">
    {ADMIN_LINKS.map(({ to, label }) => (
      <li key={to}>
        <Link to={to} className={MENU_ITEM}>
          {label}
        </Link>
      </li>
    ))}
  </Menu>
)

/** The admin links of the side menu. */
export const SideAdmin = () => (
  <SideSection title={ADMIN.title}>
    {ADMIN_LINKS.map((link) => (
      <SideLink key={link.to} {...link} />
    ))}
  </SideSection>
)
