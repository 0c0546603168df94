/** What Chromium 156 makes of the controls of a form: their markup, the `properties` as JSON text, and what is required. */

/** @type {Record<string, [markup: string, properties: string, required?: string[]][]>} */
export const schemas = {
  kinds: [
    ['<input type=text name=a>', '{"a":{"type":"string"}}'],
    ['<input type=search name=a>', '{"a":{"type":"string"}}'],
    ['<input type=tel name=a>', '{"a":{"type":"string"}}'],
    ['<input type=email name=a>', '{"a":{"type":"string"}}'],
    ['<input type=url name=a>', '{"a":{"type":"string"}}'],
    ['<input type=password name=a>', '{"a":{"type":"string"}}'],
    ['<input type=number name=a>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=range name=a>', '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1}}'],
    [
      '<input type=date name=a>',
      `{"a":{"type":"string","format":"date","description":"Dates MUST be provided in 'YYYY-MM-DD' format."}}`,
    ],
    ['<input type=time name=a>', '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9]$"}}'],
    [
      '<input type=datetime-local name=a>',
      '{"a":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$"}}',
    ],
    ['<input type=month name=a>', '{"a":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])$"}}'],
    ['<input type=week name=a>', '{"a":{"type":"string","format":"^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$"}}'],
    ['<input type=color name=a>', '{"a":{"type":"string","format":"^#[0-9a-zA-Z]{6}$"}}'],
    ['<input type=checkbox name=a>', '{"a":{"type":"boolean"}}'],
    [
      '<input type=radio name=a>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"on"}],"enum":["on"]}}',
    ],
    ['<input type=hidden name=a>', '{}'],
    ['<input type=file name=a>', '{}'],
    ['<input type=submit name=a>', '{}'],
    ['<input type=button name=a>', '{}'],
    ['<input type=reset name=a>', '{}'],
    ['<input type=image name=a>', '{}'],
    ['', '{}'],
    ['<input name=a disabled>', '{}'],
    ['<input name=a readonly>', '{}'],
    ['<input name=a value=vv>', '{"a":{"type":"string"}}'],
    ['<input name=a placeholder=ph>', '{"a":{"type":"string"}}'],
    [
      '<label>LL<input name=a toolparamdescription=PD title=TT></label><label for=b>LB</label><input id=b name=b><input name=c aria-label=AL><input name=d aria-description=AD><input name=e title=ET><input name=g toolparamtitle=PT>',
      '{"a":{"type":"string","description":"PD"},"b":{"type":"string","description":"LB"},"c":{"type":"string"},"d":{"type":"string","description":"AD"},"e":{"type":"string"},"g":{"type":"string"}}',
    ],
    ['<input name=a required>', '{"a":{"type":"string"}}', ['a']],
    ['<input name=a minlength=2 maxlength=5 pattern="[a-z]+">', '{"a":{"type":"string","pattern":"[a-z]+"}}'],
    ['<input type=number name=a min=1 max=9 step=2>', '{"a":{"type":"number","minimum":1,"maximum":9}}'],
    ['<input type=number name=a step=0.5>', '{"a":{"type":"number","multipleOf":0.5}}'],
    ['<input type=number name=a step=any>', '{"a":{"type":"number"}}'],
    [
      '<input type=range name=a min=10 max=20 step=5>',
      '{"a":{"type":"number","minimum":10,"maximum":20,"multipleOf":5}}',
    ],
    [
      '<input type=date name=a min=2020-01-01 max=2020-12-31>',
      `{"a":{"type":"string","format":"date","description":"Dates MUST be provided in 'YYYY-MM-DD' format."}}`,
    ],
    ['<input type=checkbox name=a value=yes checked required>', '{"a":{"type":"boolean"}}', ['a']],
    [
      '<input type=checkbox name=a value=x><input type=checkbox name=a value=y>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]},"uniqueItems":true}}',
    ],
    [
      '<label><input type=radio name=a value=x>Ex</label><label><input type=radio name=a value=y required>Why</label>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x","title":"Ex"},{"type":"string","const":"y","title":"Why"}],"enum":["x","y"]}}',
      ['a'],
    ],
    [
      '<select name=a><option value=1>One<option value=2 selected>Two<option disabled value=3>Three</select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"1","title":"One"},{"type":"string","const":"2","title":"Two"},{"type":"string","const":"3","title":"Three"}],"enum":["1","2","3"]}}',
    ],
    [
      '<select name=a required><option value="">pick<option>b</select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"","title":"pick"},{"type":"string","const":"b","title":"b"}],"enum":["","b"]}}',
      ['a'],
    ],
    [
      '<select name=a multiple><option value=1>One<option value=2>Two</select>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"1","title":"One"},{"type":"string","const":"2","title":"Two"}],"enum":["1","2"]},"uniqueItems":true}}',
    ],
    [
      '<select name=a><optgroup label=G><option value=1>One</optgroup></select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"1","title":"One"}],"enum":["1"]}}',
    ],
    ['<select name=a></select>', '{"a":{"type":"string","anyOf":[],"enum":[]}}'],
    ['<textarea name=a maxlength=9 required></textarea>', '{"a":{"type":"string"}}', ['a']],
    [
      '<input name=a list=dl><datalist id=dl><option value=x><option value=y></datalist>',
      '{"a":{"type":"string"}}',
    ],
    ['<input type=email multiple name=a>', '{"a":{"type":"string"}}'],
    ['<input name=a><input name=a>', '{}'],
    [
      '<input name="a[b]"><input name="c.d"><input name="e f">',
      '{"a[b]":{"type":"string"},"c.d":{"type":"string"},"e f":{"type":"string"}}',
    ],
    ['<fieldset disabled><input name=a></fieldset>', '{}'],
    ['<output name=a></output>', '{}'],
    [
      '<input name=z required><input name=a><input name=1 required>',
      '{"1":{"type":"string"},"z":{"type":"string"},"a":{"type":"string"}}',
      ['z', '1'],
    ],
  ],
  labels: [
    ['<input type=hidden name=a toolparamdescription=PD>', '{"a":{"type":"string","description":"PD"}}'],
    ['<input type=hidden name=a toolparamtitle=PT>', '{}'],
    ['<input type=hidden name=a aria-description=AD>', '{}'],
    [
      '<label for=x>One</label><label for=x>  Two  </label><input id=x name=a>',
      '{"a":{"type":"string","description":"One; Two"}}',
    ],
    [
      '<label>  Pre <b>bold</b>\n  text <input name=a> post <button type=button>BTN</button> <select><option>O</select> end </label>',
      '{"a":{"type":"string","description":"Pre bold\\n  text  post   end"}}',
    ],
    ['<label for=x></label><input id=x name=a>', '{"a":{"type":"string"}}'],
    [
      '<label for=x></label><label for=x>B</label><input id=x name=a>',
      '{"a":{"type":"string","description":"; B"}}',
    ],
    ['<label for=y>Q</label><input id=x name=a>', '{"a":{"type":"string"}}'],
    ['<label>&nbsp;A&nbsp;<input name=a></label>', '{"a":{"type":"string","description":" A "}}'],
    [
      '<label>A<!--c--><script>1</script><style>b{}</style><input name=a></label>',
      '{"a":{"type":"string","description":"A1b{}"}}',
    ],
    ['<label hidden>A<input name=a></label>', '{"a":{"type":"string","description":"A"}}'],
    [
      '<label>A<output>o</output><meter>m</meter><progress>p</progress><textarea>t</textarea><input name=a></label>',
      '{"a":{"type":"string"}}',
    ],
    [
      '<label>A<object>ob</object><img alt=alt><input name=a></label>',
      '{"a":{"type":"string","description":"Aob"}}',
    ],
    ['<label>L<input name=a toolparamdescription=""></label>', '{"a":{"type":"string","description":"L"}}'],
    ['<input name=a toolparamdescription="  x  ">', '{"a":{"type":"string","description":"  x  "}}'],
    ['<label>L<input name=a aria-description=AD></label>', '{"a":{"type":"string","description":"L"}}'],
    ['<input name=a aria-description=" ">', '{"a":{"type":"string","description":" "}}'],
    ['<label>T<textarea name=a maxlength=3></textarea></label>', '{"a":{"type":"string","description":"T"}}'],
    [
      '<label>\n  Hello\n  World\n <input name=a></label>',
      '{"a":{"type":"string","description":"Hello\\n  World"}}',
    ],
    ['<button name=a toolparamdescription=x>x</button>', '{}'],
    [
      '<label for=x>  </label><input id=x name=a aria-description=AD>',
      '{"a":{"type":"string","description":"AD"}}',
    ],
    [
      '<label>HL<input type=hidden name=a toolparamdescription=PD></label>',
      '{"a":{"type":"string","description":"PD"}}',
    ],
  ],
  names: [
    ['<input name=a><input type=number name=a>', '{}'],
    ['<input name=a><button name=a>x</button>', '{}'],
    ['<select name=a><option>1</select><select name=a><option>2</select>', '{}'],
    ['<input name=a><input type=image name=a>', '{}'],
    ['<input name=a><output name=a></output>', '{}'],
    ['<fieldset name=a></fieldset><input name=a>', '{}'],
    ['<object name=a></object><input name=a>', '{"a":{"type":"string"}}'],
    ['<x-associated name=a></x-associated><input name=a>', '{}'],
    ['<input type=submit name=a value=v><input name=a>', '{}'],
    ['<input type=file name=a><input name=a>', '{}'],
    ['<input id=a>', '{"":{"type":"string"}}'],
    ['<input name=" ">', '{"":{"type":"string"}}'],
    ['<input name="">', '{"":{"type":"string"}}'],
    ['<input name=__proto__>', '{"__proto__":{"type":"string"}}'],
    [
      '<input name=constructor><input name=toString>',
      '{"constructor":{"type":"string"},"toString":{"type":"string"}}',
    ],
    ['<input name="a&quot;b\\c&lt;">', '{"a\\"b\\\\c<":{"type":"string"}}'],
    ['<input name="é工😀">', '{"é工😀":{"type":"string"}}'],
    ['<input name=A><input name=a>', '{"A":{"type":"string"},"a":{"type":"string"}}'],
    ['<input name=isindex>', '{"isindex":{"type":"string"}}'],
    ['<input type=hidden name=_charset_><input name=_charset_>', '{}'],
    ['<input type=foo name=a>', '{"a":{"type":"string"}}'],
    ['<input type=NUMBER name=a>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=" number" name=a>', '{"a":{"type":"string"}}'],
    ['<datalist><input name=a></datalist>', '{"a":{"type":"string"}}'],
    ['<div inert><input name=a></div>', '{"a":{"type":"string"}}'],
    ['<div hidden><input name=a></div>', '{"a":{"type":"string"}}'],
    ['<input name=a dirname=a.dir>', '{"a":{"type":"string"}}'],
    ['<input name=" x "><input name="a  b">', '{"x":{"type":"string"},"a  b":{"type":"string"}}'],
    ['<input><input>', '{}'],
    ['<input><input type=submit>', '{}'],
    ['<meter name=a></meter><progress name=b></progress>', '{}'],
    ['<button name=a value=b>x</button>', '{}'],
    [
      '<input name=b><input name=2><input name=a><input name=1><input name=-1><input name=01>',
      '{"1":{"type":"string"},"2":{"type":"string"},"b":{"type":"string"},"a":{"type":"string"},"-1":{"type":"string"},"01":{"type":"string"}}',
    ],
    ['<input type=file name=a toolparamdescription=x>', '{}'],
    ['<x-associated></x-associated><input name=a>', '{"a":{"type":"string"}}'],
    [
      '<div toolparamdescription=DV><input type=radio name=a value=x><input type=radio name=a value=y></div>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]}}',
    ],
  ],
  numbers: [
    ['<input type=number name=a value=3 step=2>', '{"a":{"type":"number"}}'],
    ['<input type=number name=a value=4 step=2>', '{"a":{"type":"number","multipleOf":2}}'],
    ['<input type=number name=a min=4 step=2>', '{"a":{"type":"number","minimum":4,"multipleOf":2}}'],
    ['<input type=number name=a min=0.1 step=0.1>', '{"a":{"type":"number","minimum":0.1,"multipleOf":0.1}}'],
    [
      '<input type=number name=a min=0.3 step=0.1 max=1e3>',
      '{"a":{"type":"number","minimum":0.3,"maximum":1000,"multipleOf":0.1}}',
    ],
    ['<input type=number name=a min=abc max="" step=0>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a step=-1>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a step=abc>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a step=ANY>', '{"a":{"type":"number"}}'],
    [
      '<input type=number name=a min=1e21 max=1e-7>',
      '{"a":{"type":"number","minimum":1e+21,"maximum":1e-7,"multipleOf":1}}',
    ],
    ['<input type=number name=a min=" 5">', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a min=+5>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a min=05 max=5.>', '{"a":{"type":"number","minimum":5,"multipleOf":1}}'],
    ['<input type=number name=a min=.5>', '{"a":{"type":"number","minimum":0.5}}'],
    ['<input type=number name=a min=-0>', '{"a":{"type":"number","minimum":0,"multipleOf":1}}'],
    [
      '<input type=number name=a min=9 max=1>',
      '{"a":{"type":"number","minimum":9,"maximum":1,"multipleOf":1}}',
    ],
    ['<input type=number name=a step=1e-320>', '{"a":{"type":"number","multipleOf":1e-320}}'],
    [
      '<input type=number name=a min=12345678901234567890 max=9007199254740993>',
      '{"a":{"type":"number","minimum":12345678901234567000,"maximum":9007199254740992,"multipleOf":1}}',
    ],
    ['<input type=number name=a value=0.5>', '{"a":{"type":"number"}}'],
    ['<input type=number name=a value=xx step=2>', '{"a":{"type":"number","multipleOf":2}}'],
    ['<input type=number name=a min=1.5>', '{"a":{"type":"number","minimum":1.5}}'],
    ['<input type=number name=a min=x value=1.5>', '{"a":{"type":"number"}}'],
    [
      '<input type=number name=a step=1e-1 min=0.2>',
      '{"a":{"type":"number","minimum":0.2,"multipleOf":0.1}}',
    ],
    ['<input type=number name=a step=" 2">', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a step=+2>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a step=2.>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a max=1e400 min=-1e400>', '{"a":{"type":"number","multipleOf":1}}'],
    ['<input type=number name=a max=1E5>', '{"a":{"type":"number","maximum":100000,"multipleOf":1}}'],
    ['<input type=number name=a min=1 value=2 step=2>', '{"a":{"type":"number","minimum":1}}'],
    ['<input type=number name=a min=-4 step=2>', '{"a":{"type":"number","minimum":-4,"multipleOf":2}}'],
    [
      '<input type=number name=a min=1234567.891 step=0.001>',
      '{"a":{"type":"number","minimum":1234567.891,"multipleOf":0.001}}',
    ],
  ],
  ranges: [
    [
      '<input type=range name=a min=50 max=10>',
      '{"a":{"type":"number","minimum":50,"maximum":50,"multipleOf":1}}',
    ],
    [
      '<input type=range name=a min=150>',
      '{"a":{"type":"number","minimum":150,"maximum":150,"multipleOf":1}}',
    ],
    [
      '<input type=range name=a step=any>',
      '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1}}',
    ],
    [
      '<input type=range name=a min=x max=y step=z>',
      '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1}}',
    ],
    ['<input type=range name=a min=1 step=2>', '{"a":{"type":"number","minimum":1,"maximum":100}}'],
    ['<input type=range name=a value=3 step=2>', '{"a":{"type":"number","minimum":0,"maximum":100}}'],
    [
      '<label>R<input type=range name=a required></label>',
      '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1,"description":"R"}}',
      ['a'],
    ],
    [
      '<input type=range name=a min=-10 max=-5 step=0.5>',
      '{"a":{"type":"number","minimum":-10,"maximum":-5,"multipleOf":0.5}}',
    ],
  ],
  dates: [
    [
      '<label>D<input type=date name=a required></label>',
      `{"a":{"type":"string","format":"date","description":"D (Dates MUST be provided in 'YYYY-MM-DD' format.)"}}`,
      ['a'],
    ],
    [
      '<input type=date name=a toolparamdescription=PD>',
      `{"a":{"type":"string","format":"date","description":"PD (Dates MUST be provided in 'YYYY-MM-DD' format.)"}}`,
    ],
    [
      '<input type=time name=a step=1>',
      '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"}}',
    ],
    [
      '<input type=time name=a step=0.5>',
      '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\\\.[0-9]{1,3})?)?$"}}',
    ],
    [
      '<input type=time name=a step=30>',
      '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"}}',
    ],
    [
      '<input type=time name=a step=60>',
      '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9]$"}}',
    ],
    [
      '<input type=time name=a step=59.9>',
      '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"}}',
    ],
    [
      '<input type=time name=a step=any>',
      '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9]$"}}',
    ],
    ['<input type=time name=a step=0>', '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9]$"}}'],
    [
      '<input type=time name=a step=0.0001>',
      '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\\\.[0-9]{1,3})?)?$"}}',
    ],
    [
      '<input type=datetime-local name=a step=1>',
      '{"a":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"}}',
    ],
    [
      '<label>X<input type=datetime-local name=a step=.5></label>',
      '{"a":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\\\.[0-9]{1,3})?)?$","description":"X"}}',
    ],
    [
      '<input type=datetime-local name=a step=any>',
      '{"a":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$"}}',
    ],
    [
      '<input type=time name=a min=10:00 step=10>',
      '{"a":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"}}',
    ],
    [
      '<input type=month name=a step=2 required>',
      '{"a":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])$"}}',
      ['a'],
    ],
    [
      '<label>W<input type=week name=a></label>',
      '{"a":{"type":"string","format":"^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$","description":"W"}}',
    ],
    ['<input type=datetime name=a>', '{"a":{"type":"string"}}'],
    [
      '<label>C<input type=color name=a required></label>',
      '{"a":{"type":"string","format":"^#[0-9a-zA-Z]{6}$","description":"C"}}',
      ['a'],
    ],
  ],
  patterns: [
    ['<input name=a pattern="">', '{"a":{"type":"string","pattern":""}}'],
    ['<input name=a pattern="[">', '{"a":{"type":"string"}}'],
    ['<input type=number name=a pattern=x>', '{"a":{"type":"number","multipleOf":1,"pattern":"x"}}'],
    ['<input type=email name=a pattern="x">', '{"a":{"type":"string","pattern":"x"}}'],
    [
      '<input name=a pattern=x toolparamdescription=PD>',
      '{"a":{"type":"string","pattern":"x","description":"PD"}}',
    ],
    ['<textarea name=a pattern=x></textarea>', '{"a":{"type":"string"}}'],
    [
      '<input type=date name=a pattern=x>',
      `{"a":{"type":"string","format":"date","description":"Dates MUST be provided in 'YYYY-MM-DD' format."}}`,
    ],
    [
      '<input type=hidden toolparamdescription=P name=a pattern=x>',
      '{"a":{"type":"string","pattern":"x","description":"P"}}',
    ],
    ['<input name=a pattern="[\\w--a]">', '{"a":{"type":"string","pattern":"[\\\\w--a]"}}'],
    ['<input name=a pattern="a/b\\d">', '{"a":{"type":"string","pattern":"a/b\\\\d"}}'],
    [
      '<input type=password name=a pattern=x><input type=search name=b pattern=x><input type=tel name=c pattern=x><input type=url name=d pattern=x>',
      '{"a":{"type":"string","pattern":"x"},"b":{"type":"string","pattern":"x"},"c":{"type":"string","pattern":"x"},"d":{"type":"string","pattern":"x"}}',
    ],
    [
      '<input type=range pattern=x name=a><input type=color pattern=x name=b><input type=checkbox pattern=x name=c><input type=time pattern=x name=d><input type=month pattern=x name=e>',
      '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1},"b":{"type":"string","format":"^#[0-9a-zA-Z]{6}$"},"c":{"type":"boolean"},"d":{"type":"string","format":"^([01][0-9]|2[0-3]):[0-5][0-9]$"},"e":{"type":"string","format":"^[0-9]{4}-(0[1-9]|1[0-2])$"}}',
    ],
  ],
  lists: [
    [
      '<label>S<select name=a required><option>1</select></label>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"1","title":"1"}],"enum":["1"],"description":"S"}}',
      ['a'],
    ],
    [
      '<select name=a multiple required toolparamdescription=PD><option>1</select>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"1","title":"1"}],"enum":["1"]},"uniqueItems":true,"description":"PD"}}',
      ['a'],
    ],
    [
      '<select name=a><option label=LBL value=v>TXT</select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"v","title":"TXT"}],"enum":["v"]}}',
    ],
    [
      '<select name=a><option>  a   b\n c </option></select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"a b c","title":"  a   b\\n c "}],"enum":["a b c"]}}',
    ],
    [
      '<select name=a><option value=" x ">t</option></select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":" x ","title":"t"}],"enum":[" x "]}}',
    ],
    [
      '<select name=a><option></option></select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"","title":""}],"enum":[""]}}',
    ],
    [
      '<select name=a><option value=1>A<option value=1>B</select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"1","title":"A"},{"type":"string","const":"1","title":"B"}],"enum":["1","1"]}}',
    ],
    [
      '<select name=a><option>a<script>x</script>b</option></select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"ab","title":"axb"}],"enum":["ab"]}}',
    ],
  ],
  checkboxes: [
    ['<label>L<input type=checkbox name=a></label>', '{"a":{"type":"boolean","description":"L"}}'],
    [
      '<label>L<input type=checkbox name=a toolparamdescription=PD></label>',
      '{"a":{"type":"boolean","description":"PD"}}',
    ],
    ['<input type=checkbox name=a aria-description=AD>', '{"a":{"type":"boolean","description":"AD"}}'],
    [
      '<label>L1<input type=checkbox name=a value=x toolparamdescription=P1></label><label>L2<input type=checkbox name=a value=y required toolparamdescription=P2></label>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"x","title":"L1"},{"type":"string","const":"y","title":"L2"}],"enum":["x","y"]},"uniqueItems":true}}',
      ['a'],
    ],
    [
      '<input type=checkbox name=a value=x><input type=checkbox name=a value=y toolparamdescription=P2>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]},"uniqueItems":true}}',
    ],
    [
      '<input type=checkbox name=a><input type=checkbox name=a>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"on"},{"type":"string","const":"on"}],"enum":["on","on"]},"uniqueItems":true}}',
    ],
    [
      '<input type=checkbox name=a value=1 aria-description=A1><input type=checkbox name=a value=2 aria-description=A2>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"1"},{"type":"string","const":"2"}],"enum":["1","2"]},"uniqueItems":true}}',
    ],
    [
      '<input type=checkbox name=a value=1 toolparamtitle=A1><input type=checkbox name=a value=2>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"1"},{"type":"string","const":"2"}],"enum":["1","2"]},"uniqueItems":true}}',
    ],
    [
      '<label>L1<input type=radio name=a value=x toolparamdescription=P1></label><label>L2<input type=radio name=a value=y toolparamdescription=P2></label>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x","title":"L1"},{"type":"string","const":"y","title":"L2"}],"enum":["x","y"]}}',
    ],
    [
      '<input type=radio name=a value=x><input type=radio name=a value=y toolparamdescription=P2>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]}}',
    ],
    ['<input type=hidden name=a value=0><input type=checkbox name=a value=1>', '{}'],
    ['<input type=radio name=a><input type=checkbox name=a>', '{}'],
    [
      '<input type=checkbox name=a value=""><input type=checkbox name=a value=" 1 ">',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":""},{"type":"string","const":" 1 "}],"enum":[""," 1 "]},"uniqueItems":true}}',
    ],
    [
      '<input type=radio name=a value=x toolparamdescription=PD>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"}],"enum":["x"],"description":"PD"}}',
    ],
    [
      '<label for=x>A</label><label for=x>B</label><input type=radio id=x name=a value=x>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x","title":"A; B"}],"enum":["x"],"description":"A; B"}}',
    ],
    [
      '<input type=radio name=a value=x aria-description=AD>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"}],"enum":["x"],"description":"AD"}}',
    ],
    [
      '<label for=x></label><input type=radio id=x name=a value=x>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"}],"enum":["x"]}}',
    ],
  ],
  fieldsets: [
    [
      '<fieldset><legend>LG</legend><input type=radio name=a value=x><input type=radio name=a value=y></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]}}',
    ],
    [
      '<fieldset toolparamdescription=FD><input type=radio name=a value=x><input type=radio name=a value=y></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"FD"}}',
    ],
    [
      '<fieldset toolparamdescription=FD><input type=checkbox name=a value=x><input type=checkbox name=a value=y></fieldset>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]},"uniqueItems":true,"description":"FD"}}',
    ],
    [
      '<fieldset toolparamdescription=FD><input type=checkbox name=a value=x></fieldset>',
      '{"a":{"type":"boolean"}}',
    ],
    ['<fieldset toolparamdescription=FD><input name=a></fieldset>', '{"a":{"type":"string"}}'],
    [
      '<fieldset toolparamdescription=FD><select name=a></select></fieldset>',
      '{"a":{"type":"string","anyOf":[],"enum":[]}}',
    ],
    [
      '<fieldset toolparamdescription=FD><fieldset><input type=radio name=a value=x></fieldset></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"}],"enum":["x"]}}',
    ],
    [
      '<fieldset toolparamdescription=OUT><fieldset toolparamdescription=IN><input type=radio name=a value=x></fieldset></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"}],"enum":["x"]}}',
    ],
    [
      '<input type=radio name=a value=x><fieldset toolparamdescription=FD><input type=radio name=a value=y></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]}}',
    ],
    [
      '<fieldset toolparamdescription=F1><input type=radio name=a value=x></fieldset><fieldset toolparamdescription=F2><input type=radio name=a value=y></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]}}',
    ],
    [
      '<fieldset aria-description=AD><legend>LG</legend><input type=radio name=a value=x></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"}],"enum":["x"]}}',
    ],
    [
      '<fieldset toolparamdescription=""><legend>LG</legend><input type=radio name=a value=x></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"}],"enum":["x"]}}',
    ],
    [
      '<fieldset toolparamdescription=FD><input name=q><input type=radio name=a value=x></fieldset>',
      '{"q":{"type":"string"},"a":{"type":"string","anyOf":[{"type":"string","const":"x"}],"enum":["x"]}}',
    ],
    ['<fieldset name=a toolparamdescription=FD><input type=radio name=a value=x></fieldset>', '{}'],
    [
      '<fieldset toolparamdescription=FD><div><input type=radio name=a value=x></div><div><input type=radio name=a value=y></div></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"FD"}}',
    ],
    [
      '<fieldset toolparamdescription=FD><label>L1<input type=radio name=a value=x></label><label>L2<input type=radio name=a value=y></label></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x","title":"L1"},{"type":"string","const":"y","title":"L2"}],"enum":["x","y"],"description":"FD"}}',
    ],
    [
      '<fieldset toolparamdescription=FD><input name=q><input type=radio name=a value=x><input type=radio name=a value=y></fieldset>',
      '{"q":{"type":"string"},"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"FD"}}',
    ],
    [
      '<fieldset toolparamdescription=FD><input type=radio name=b value=x><input type=radio name=b value=y><input type=radio name=a value=x><input type=radio name=a value=y></fieldset>',
      '{"b":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"FD"},"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"FD"}}',
    ],
    [
      '<fieldset toolparamdescription=OUT><fieldset><input type=radio name=a value=x><input type=radio name=a value=y></fieldset></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]}}',
    ],
    [
      '<fieldset toolparamdescription=OUT><fieldset toolparamdescription=IN><input type=radio name=a value=x><input type=radio name=a value=y></fieldset></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"IN"}}',
    ],
    [
      '<fieldset toolparamdescription=OUT><fieldset toolparamdescription=IN><input type=radio name=a value=x></fieldset><input type=radio name=a value=y></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"OUT"}}',
    ],
    [
      '<fieldset toolparamdescription=OUT><fieldset toolparamdescription=IN><input type=radio name=a value=x></fieldset><fieldset><input type=radio name=a value=y></fieldset></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"OUT"}}',
    ],
    [
      '<fieldset toolparamdescription=FD><div toolparamdescription=DV><input type=radio name=a value=x><input type=radio name=a value=y></div></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"FD"}}',
    ],
    [
      '<fieldset toolparamdescription=FD><input type=radio name=a value=x toolparamdescription=P1><input type=radio name=a value=y></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"],"description":"FD"}}',
    ],
    [
      '<fieldset aria-description=AD aria-label=AL title=T><legend>LG</legend><input type=radio name=a value=x><input type=radio name=a value=y></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]}}',
    ],
    [
      '<fieldset toolparamdescription=FD><input type=radio name=a value=x disabled><input type=radio name=a value=y><input type=radio name=a value=z></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"y"},{"type":"string","const":"z"}],"enum":["y","z"],"description":"FD"}}',
    ],
    [
      '<fieldset><legend toolparamdescription=LD>LG</legend><input type=radio name=a value=x><input type=radio name=a value=y></fieldset>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]}}',
    ],
    [
      '<fieldset toolparamdescription=FD><div><input type=checkbox name=a value=x></div><div><input type=checkbox name=a value=y></div></fieldset>',
      '{"a":{"type":"array","items":{"type":"string","anyOf":[{"type":"string","const":"x"},{"type":"string","const":"y"}],"enum":["x","y"]},"uniqueItems":true,"description":"FD"}}',
    ],
  ],
  fixed: [
    [
      '<input type=radio name=a value=x disabled><input type=radio name=a value=y>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"y"}],"enum":["y"]}}',
    ],
    ['<input type=radio name=a value=x disabled>', '{}'],
    [
      '<input type=checkbox name=a value=x disabled><input type=checkbox name=a value=y>',
      '{"a":{"type":"boolean"}}',
    ],
    ['<input name=a><input name=a disabled>', '{"a":{"type":"string"}}'],
    [
      '<label>N<input type=number name=a required></label>',
      '{"a":{"type":"number","multipleOf":1,"description":"N"}}',
      ['a'],
    ],
    [
      '<input type=range name=a readonly>',
      '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1}}',
    ],
    [
      '<select name=a><option hidden>h</option><optgroup disabled label=z><option>o</option></optgroup><hr></select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"h","title":"h"},{"type":"string","const":"o","title":"o"}],"enum":["h","o"]}}',
    ],
    [
      '<select name=a readonly><option>1</select>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"1","title":"1"}],"enum":["1"]}}',
    ],
    ['<select name=a disabled><option>1</select>', '{}'],
    ['<input type=checkbox name=a readonly>', '{"a":{"type":"boolean"}}'],
    [
      '<input type=radio name=a readonly>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"on"}],"enum":["on"]}}',
    ],
    ['<input type=color name=a readonly>', '{"a":{"type":"string","format":"^#[0-9a-zA-Z]{6}$"}}'],
    ['<textarea name=a readonly></textarea>', '{}'],
    ['<input type=date name=a readonly>', '{}'],
    [
      '<input type=hidden readonly toolparamdescription=x name=a>',
      '{"a":{"type":"string","description":"x"}}',
    ],
    ['<input type=number name=a readonly>', '{}'],
    ['<input name=a required disabled>', '{}'],
    ['<input name=a required readonly>', '{}'],
    [
      '<input type=range name=a required><input type=color name=b required><input type=hidden name=c required toolparamdescription=x>',
      '{"a":{"type":"number","minimum":0,"maximum":100,"multipleOf":1},"b":{"type":"string","format":"^#[0-9a-zA-Z]{6}$"},"c":{"type":"string","description":"x"}}',
      ['a', 'b', 'c'],
    ],
    [
      '<input type=radio name=a value=1 required disabled><input type=radio name=a value=2>',
      '{"a":{"type":"string","anyOf":[{"type":"string","const":"2"}],"enum":["2"]}}',
    ],
    [
      '<fieldset disabled><legend><input name=a></legend><input name=b></fieldset>',
      '{"a":{"type":"string"}}',
    ],
  ],
};
