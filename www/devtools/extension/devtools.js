// The page that the developer tools load with themselves: it adds the tab, which is filled when it is first looked at.
chrome.devtools.panels.create('WebMCP', 'icons/16.png', 'panel.html');
