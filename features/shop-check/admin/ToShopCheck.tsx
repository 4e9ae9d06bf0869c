import { Navigate } from 'react-router'

/** The addresses of the former pages of health and setup lead to the shop check. */
export default function ToShopCheck() {
  return <Navigate to="/admin/shop-check" replace />
}
