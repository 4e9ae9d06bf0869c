import { type LinkProps, useNavigation } from './navigation.ts'

/** A link to another page of the shop. */
export function Link(props: LinkProps) {
  const navigation = useNavigation()
  return <navigation.Link {...props} />
}
