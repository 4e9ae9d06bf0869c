/** Given and family name of a full name. A single word is a given name. */
export function nameParts(name: string) {
  const [givenName = '', ...rest] = name.trim().split(/\s+/)
  return { givenName, familyName: rest.join(' ') }
}

/** A given name of two letters or more. Elsewhere a name may begin with the family's, or its first word is half a name. */
const GIVEN_NAME_PATTERN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}'’-]{2,}$/u
const TITLE_PATTERN = /^(?:mr|mrs|ms|mx|miss|dr|prof)$/i

/** The name by which a person is greeted: the given name, or the whole name when its first word is no name to call by. */
export function greetingName(name: string) {
  const { givenName } = nameParts(name)
  return GIVEN_NAME_PATTERN.test(givenName) && !TITLE_PATTERN.test(givenName) ? givenName : name.trim()
}
