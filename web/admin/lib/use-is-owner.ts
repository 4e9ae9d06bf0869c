import { useVisitor } from '#web/shop/visitor/visitor.ts'

/** Whether the signed-in user is an admin, who may do everything; packers see fewer buttons and fields. */
export const useIsOwner = () => useVisitor(({ session }) => session.user?.isAdmin === true)
