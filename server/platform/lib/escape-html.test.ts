import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test.for([
  ['Pens & cups', 'Pens &amp; cups'],
  ['<script>', '&lt;script&gt;'],
  [`"it's"`, '&quot;it&#39;s&quot;'],
  ['&amp;', '&amp;amp;'],
  ['Zoë', 'Zoë'],
])('%s is written as %s', ([text, html]) => expect(escapeHtml(text as string)).toBe(html))
