// Which reviews wait for the seller: those with links, with ways to reach somebody, or with abuse. How many stars a
// review has is not looked at.
import type { HeldFor } from '../contract.ts'

const DOT = String.raw`\s?(?:\.|\(dot\)|\[dot\])\s?`
const TOP_LEVELS = 'com|net|org|info|biz|xyz|io|ly|gg|tk|ru|cn|uk|eu'
const LINK_PATTERN = new RegExp(String.raw`https?:|www\.|\]\(|[\p{L}\d]${DOT}(?:${TOP_LEVELS})(?![\p{L}\d])`, 'iu')
/** Endings of addresses that are words, too: a sentence after a missing space begins with a capital. */
const WORD_LINK_PATTERN = /[\p{L}\d]\.(?:shop|store|site|online|app|link|top|club|co|me|us|ca|de)(?![\p{L}\d])/u
const EMAIL_PATTERN = /[^\s@]\s?(?:@|\(at\)|\[at\])\s?[^\s@.]{1,40}\.\p{L}{2}/iu
const HANDLE_PATTERN = /(?:^|[\s(])@[\w.]{3,}/u
const PHONE_PATTERN = /(?:\d[\s()./-]{0,2}){9,}/u
const STREET_PATTERN =
  /\b\d{1,5}\s+(?:\p{L}[\p{L}.'’]*\s+){1,3}(?:street|st\.|avenue|ave\b|road|rd\b|lane|ln\b|drive|boulevard|blvd)/iu
const CONTACT_PATTERNS = [EMAIL_PATTERN, HANDLE_PATTERN, PHONE_PATTERN, STREET_PATTERN]

/** Whole words; those with a star also with an ending. */
const ABUSE =
  'fuck* motherfuck* shit* bullshit* asshole* arsehole* bitch* bastard* cunt* dickhead* wank* slut* whore* nigger* nigga* fag faggot* retard* spic kike* tranny rapist* nazi* scum kys'
const ENDINGS = '(?:s|es|ed|er|ers|ing|in|y|ty|head)?'
const ABUSE_PATTERN = new RegExp(
  String.raw`(?<!\p{L})(?:${ABUSE.replaceAll('*', ENDINGS).replaceAll(' ', '|')})(?!\p{L})`,
  'u',
)
const KILL_PATTERN = /\bkill (?:yourself|you|her|him|them)\b/u

const LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', $: 's', '@': 'a', '!': 'i' }

/** A text in plain lowercase letters, so that f.ü.c.k and sh1t are read as what they are. */
const plainWords = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=\p{L})[01345$@!](?=\p{L})/gu, (sign) => LOOKALIKES[sign] ?? sign)
    .replaceAll(/(?<=(?<!\p{L})\p{L})[.\-_*](?=\p{L}(?!\p{L}))/gu, '')

/** Why a text waits for the seller before others see it; null for one that is shown at once. */
export function heldFor(text: string): HeldFor | null {
  const compatible = text.normalize('NFKC')
  if (LINK_PATTERN.test(compatible) || WORD_LINK_PATTERN.test(compatible)) return 'link'
  if (CONTACT_PATTERNS.some((pattern) => pattern.test(compatible))) return 'contact'
  const plain = plainWords(text)
  return ABUSE_PATTERN.test(plain) || KILL_PATTERN.test(plain) ? 'language' : null
}
